/** Text as HTML, also between the quotes of an attribute: what a person typed is shown as text. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
