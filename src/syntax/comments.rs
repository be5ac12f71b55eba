//! Comments: found by a walk over the text that knows texts in quotes, since a `#` in a text starts none.

use super::tree::Comment;
use crate::source::Span;

/// Every comment of a text, in order.
pub fn find(text: &str) -> Vec<Comment> {
    let bytes = text.as_bytes();
    let line_end = |from: usize| {
        bytes
            .get(from..)
            .and_then(|rest| rest.iter().position(|b| matches!(b, b'\n' | b'\r')))
            .map_or(bytes.len(), |n| from + n)
    };
    let mut comments = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'#' => {
                let end = line_end(at);
                comments.push(Comment { span: Span::new(at, end) });
                at = end;
            }
            b'"' => {
                // A text ends at the next quote, at the latest with its line.
                let rest = bytes.get(at + 1..).unwrap_or_default();
                let length = rest.iter().position(|b| matches!(b, b'"' | b'\n' | b'\r')).unwrap_or(rest.len());
                at += 1 + length + usize::from(rest.get(length) == Some(&b'"'));
            }
            _ => at += 1,
        }
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_in_a_text_is_no_comment() {
        let text = "about \"a # b\" # c\r\nnote \"open # d\n# \u{e9}";
        let found: Vec<&str> = find(text).iter().map(|c| &text[c.span.range()]).collect();
        assert_eq!(found, ["# c", "# \u{e9}"]);
    }
}
