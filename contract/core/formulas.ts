/**
 * Returns a cell's text that no spreadsheet runs as a formula. Puts an apostrophe before each formula sign at
 * the start of the cell and after a semicolon, where some spreadsheets begin a cell. Full-width signs count,
 * and so do signs after spaces.
 */
export function inert(text: string): string {
  return text.replace(/(^|;)(?=\s*[=+\-@＝＋－＠])/g, "$1'")
}
