/**
 * Returns the text of a cell that no spreadsheet runs: an apostrophe stands before each sign that begins a formula, at the start of the
 * cell and behind a semicolon, where some spreadsheets begin a cell. Full-width signs count, too, and so does what follows spaces.
 */
export function inert(text: string): string {
  return text.replace(/(^|;)(?=\s*[=+\-@＝＋－＠])/g, "$1'")
}
