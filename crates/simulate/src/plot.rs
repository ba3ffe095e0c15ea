//! Pictures of speed-up and efficiency.

use plotters::chart::SeriesLabelPosition;
use plotters::coord::Shift;
use plotters::coord::combinators::LogCoord;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;
use sixfold_proof::job_level::Policy;
use thiserror::Error;

use crate::policy_name;
use crate::study::{Curve, Figure, Outcome, Row};

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlotError {
    /// Nothing can be drawn of no workers.
    #[error("there is nothing to be drawn")]
    Nothing,
    /// The picture cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

const SIZE: (u32, u32) = (1100, 520);
const FONT: &str = "DejaVu Sans";

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Speed-up and efficiency against the number of workers as an SVG picture, a curve for each policy.
/// It brings its own white ground, so that it can be read on a page of any colour.
pub fn plot(outcome: &Outcome) -> Result<String, PlotError> {
    let workers = || outcome.curves.iter().flat_map(|curve| &curve.rows).map(|row| row.workers);
    let most = workers().max().ok_or(PlotError::Nothing)?;
    let least = workers().min().ok_or(PlotError::Nothing)?;
    let axis = Axis { least: f64::from(least), most: f64::from(most.max(least + 1)) };
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        draw(&area, outcome, axis).map_err(|error| PlotError::Drawing(error.to_string()))?;
    }
    Ok(svg)
}

/// The numbers of workers.
#[derive(Clone, Copy)]
struct Axis {
    least: f64,
    most: f64,
}

impl Axis {
    fn scale(self) -> LogCoord<f64> {
        (self.least..self.most).log_scale().base(2.0).into()
    }
}

fn draw(area: &Area, outcome: &Outcome, axis: Axis) -> Drawn {
    area.fill(&WHITE)?;
    let (left, right) = area.split_horizontally(SIZE.0 / 2);
    draw_speed_up(&left, outcome, axis)?;
    draw_efficiency(&right, outcome, axis)?;
    area.present()
}

fn draw_speed_up(area: &Area, outcome: &Outcome, axis: Axis) -> Drawn {
    let figures = outcome.curves.iter().flat_map(|curve| &curve.rows).map(|row| row.speed_up.mean);
    let (lowest, highest) = figures
        .fold((1.0, 2.0), |(low, high): (f64, f64), figure| (low.min(figure), high.max(figure)));
    let mut chart = builder(area, "Speed-up")
        .build_cartesian_2d(axis.scale(), (lowest..1.2 * highest).log_scale().base(2.0))?;
    draw_mesh(&mut chart, "times as fast as one worker", &|number| label(*number))?;
    let ideal = [axis.least, axis.most.min(1.2 * highest)].map(|workers| (workers, workers));
    chart
        .draw_series(DashedLineSeries::new(ideal, 5, 4, BLACK.mix(0.5).stroke_width(1)))?
        .label("one for one")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 22, y)], BLACK.mix(0.5)));
    draw_curves(&mut chart, outcome, |row| row.speed_up)?;
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(BLACK.mix(0.2))
        .label_font((FONT, 13))
        .legend_area_size(30)
        .draw()
}

fn draw_efficiency(area: &Area, outcome: &Outcome, axis: Axis) -> Drawn {
    let figures =
        outcome.curves.iter().flat_map(|curve| &curve.rows).map(|row| row.efficiency.mean);
    let highest = figures.fold(1.0, f64::max);
    let mut chart =
        builder(area, "Efficiency").build_cartesian_2d(axis.scale(), 0.0..1.05 * highest)?;
    let percent = |share: &f64| format!("{:.0} %", 100.0 * share);
    draw_mesh(&mut chart, "speed-up for each worker", &percent)?;
    draw_curves(&mut chart, outcome, |row| row.efficiency)
}

/// What both charts look like.
fn builder<'a, 'b>(area: &'a Area<'b>, caption: &str) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(area);
    builder
        .margin(14)
        .margin_right(30)
        .caption(caption, (FONT, 20))
        .x_label_area_size(46)
        .y_label_area_size(58);
    builder
}

type Chart<'a, 'b, Y> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<LogCoord<f64>, Y>>;

fn draw_mesh<Y>(chart: &mut Chart<Y>, caption: &str, label_of: &dyn Fn(&f64) -> String) -> Drawn
where
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .label_style((FONT, 13))
        .axis_desc_style((FONT, 14))
        .x_desc("workers")
        .y_desc(caption)
        .x_label_formatter(&|number| label(*number))
        .y_label_formatter(label_of)
        .draw()
}

fn draw_curves<Y: Ranged<ValueType = f64>>(
    chart: &mut Chart<Y>,
    outcome: &Outcome,
    figure: fn(&Row) -> Figure,
) -> Drawn {
    for curve in &outcome.curves {
        let style = style(curve.policy);
        chart
            .draw_series(LineSeries::new(points(curve, figure), style).point_size(3))?
            .label(policy_name(curve.policy))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], style));
    }
    Ok(())
}

fn points(curve: &Curve, figure: fn(&Row) -> Figure) -> Vec<(f64, f64)> {
    curve.rows.iter().map(|row| (f64::from(row.workers), figure(row).mean)).collect()
}

/// Colours that are told apart by people who see fewer of them (Okabe and Ito).
fn style(policy: Policy) -> ShapeStyle {
    let colour = match policy {
        Policy::VirtualWin => RGBColor(0, 114, 178),
        Policy::VirtualLoss => RGBColor(213, 94, 0),
        Policy::Greedy => RGBColor(0, 158, 115),
        Policy::VirtualEquivalence => RGBColor(204, 121, 167),
    };
    colour.stroke_width(2)
}

fn label(number: f64) -> String {
    if number < 1.0 { format!("{number:.2}") } else { format!("{number:.0}") }
}
