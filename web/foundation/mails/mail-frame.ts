const leaveTheFrame = '<base target="_top">'

/** Returns an email's HTML for a frame. Its links open in the whole window. */
export function framed(html: string): string {
  if (/<head[\s>]/i.test(html)) return html.replace(/<head(\s[^>]*)?>/i, (head) => head + leaveTheFrame)
  return `<!doctype html><html lang="en"><head>${leaveTheFrame}</head><body>${html}</body></html>`
}
