//! Pictures of boards as PNG.

/// Renders an SVG. The only font used is the one that comes with the program, so that a picture
/// looks the same everywhere.
#[cfg(feature = "png")]
pub fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    use anyhow::Context;
    use resvg::{tiny_skia, usvg};

    /// Pixels for one unit of the SVG.
    const SCALE: f32 = 1.5;

    let mut options =
        usvg::Options { font_family: "DejaVu Sans".to_string(), ..Default::default() };
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    options.fontdb_mut().load_font_data(dejavu::sans::bold().to_vec());
    let tree = usvg::Tree::from_str(svg, &options).context("the picture cannot be rendered")?;
    let size = tree.size();
    let pixels_of = |length: f32| (length * SCALE).ceil() as u32;
    let mut pixels = tiny_skia::Pixmap::new(pixels_of(size.width()), pixels_of(size.height()))
        .context("the picture has no size")?;
    let scale = tiny_skia::Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().context("the picture cannot be encoded")
}

/// Without the feature there is no renderer.
#[cfg(not(feature = "png"))]
pub fn png(_: &str) -> anyhow::Result<Vec<u8>> {
    anyhow::bail!("this program was built without PNG support (feature 'png'); use --svg")
}
