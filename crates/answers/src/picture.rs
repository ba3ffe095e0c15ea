//! Pictures of boards.

use sixfold_connect::{Position, SegmentState};
use sixfold_game::Player;
use sixfold_game::diagram::ThreatSegment;
use thiserror::Error;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PictureError {
    /// It cannot be drawn.
    #[error("the picture cannot be rendered: {0}")]
    Render(String),
    /// There is no renderer in this program.
    #[error("this program was built without PNG support (feature 'png'); use SVG")]
    NoRenderer,
}

/// Renders an SVG as PNG. The only font used is the one that comes with the program, so that a
/// picture looks the same everywhere.
#[cfg(feature = "png")]
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    use resvg::{tiny_skia, usvg};

    /// Pixels for one unit of the SVG.
    const SCALE: f32 = 1.5;

    let failed = |reason: &dyn std::fmt::Display| PictureError::Render(reason.to_string());
    let mut options =
        usvg::Options { font_family: "DejaVu Sans".to_string(), ..Default::default() };
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    options.fontdb_mut().load_font_data(dejavu::sans::bold().to_vec());
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let size = tree.size();
    let pixels_of = |length: f32| (length * SCALE).ceil() as u32;
    let mut pixels = tiny_skia::Pixmap::new(pixels_of(size.width()), pixels_of(size.height()))
        .ok_or_else(|| failed(&"it has no size"))?;
    let scale = tiny_skia::Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}

/// Without the feature there is no renderer.
#[cfg(not(feature = "png"))]
pub fn png(_: &str) -> Result<Vec<u8>, PictureError> {
    Err(PictureError::NoRenderer)
}

/// The threats of both players as they are drawn.
#[must_use]
pub fn threat_segments<S: SegmentState>(position: &Position<S>) -> Vec<ThreatSegment> {
    let of_player = |player| {
        position.threat_segments(player).into_iter().map(move |segment| ThreatSegment {
            player,
            squares: position.geometry().segment_squares(segment).to_vec(),
        })
    };
    Player::BOTH.into_iter().flat_map(of_player).collect()
}
