//! Pages of HTML that are also well-formed XML, for any browser and for paper.

use std::fmt::Write;

/// A4 paper; on a screen the sheets lie on a grey table.
const STYLE: &str = "\
@page{size:A4;margin:12mm}\
*{box-sizing:border-box}\
body{margin:0;font:10.5pt/1.35 Georgia,'DejaVu Serif',serif;color:#111;background:#fff}\
.sheet{width:186mm;min-height:272mm;break-after:page;display:flex;flex-direction:column}\
.sheet:last-child{break-after:auto}\
.head{display:flex;justify-content:space-between;align-items:baseline;border-bottom:.3mm solid #111;\
margin:0 0 4mm;padding-bottom:1mm}\
.head h1,.head h2{font-size:13pt;margin:0;font-weight:600}\
.head span{font-size:9pt}\
.tasks{flex:1;display:grid;gap:4mm 6mm;align-content:start;justify-items:center}\
.task{text-align:center;break-inside:avoid}\
.task svg{width:var(--board);height:auto;display:block;margin:0 auto}\
.task p{margin:1mm 0 0;font-size:9.5pt}\
.number{font-weight:700}\
.task .level,.small{font-size:8.5pt;color:#444}\
.solutions{display:grid;grid-template-columns:1fr 1fr;gap:5mm 6mm;align-content:start}\
.solution{display:flex;gap:3mm;break-inside:avoid;min-width:0;font-size:8.5pt;line-height:1.25}\
.solution svg{width:44mm;height:auto;flex:none;display:block}\
.solution div{min-width:0}\
.solution h3{font-size:10pt;margin:0 0 .8mm}\
.solution p{margin:0 0 .8mm;overflow-wrap:anywhere}\
.solution .small{font-size:7.5pt}\
@media screen{body{background:#8a8a8a;padding:6mm 0}\
.sheet{background:#fff;margin:0 auto 6mm;padding:12mm;width:210mm;min-height:297mm;\
box-shadow:0 1mm 4mm #0006}}";

/// A whole page with this title and body.
pub(super) fn document(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"><head>\
         <meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\
         <title>{title}</title><style>{STYLE}</style></head>\n<body>\n{body}</body></html>\n"
    )
}

/// A sheet of paper with a line at its head.
pub(super) fn sheet(body: &mut String, head: &str, side: &str, contents: &str) {
    let (head, side) = (escaped(head), escaped(side));
    // Writing to a string cannot fail.
    let _ = writeln!(
        body,
        "<section class=\"sheet\"><header class=\"head\"><h2>{head}</h2><span>{side}</span></header>\n\
         {contents}</section>"
    );
}

/// A text that means nothing to HTML.
pub(super) fn escaped(text: &str) -> String {
    let printable = text.chars().filter(|letter| !letter.is_control());
    let mut safe = String::with_capacity(text.len());
    for letter in printable {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}
