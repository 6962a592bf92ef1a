// Shows the portal's open events on another website, in place of this script; docs/embed.md says how.
;(() => {
  const script = document.currentScript
  if (!script) return
  const portal = new URL(script.src).origin
  const { show = 'events', event, title, scheme } = script.dataset
  const isDark = scheme ? scheme === 'dark' : hasDarkPage()
  const frame = document.createElement('iframe')
  const path = ['/embed', show, event].filter(Boolean).map(encodeURI).join('/')
  frame.src = `${portal}${path}${isDark ? '?scheme=dark' : ''}`
  frame.title = title || (show === 'button' ? 'Registration' : 'Open events')
  frame.setAttribute('scrolling', 'no')
  frame.style.cssText = 'display: block; width: 100%; height: 0; border: 0; visibility: hidden'
  // Frames of another scheme than the page are opaque.
  frame.style.colorScheme = isDark ? 'dark' : 'light'

  // The way to the events until the frame has them, and if the portal refuses this website.
  const link = document.createElement('a')
  link.href = `${portal}/events${event ? `/${encodeURIComponent(event)}` : ''}`
  link.textContent = 'See open events and register'
  script.after(link, frame)

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== portal || typeof data?.portalHeight !== 'number') return
    link.remove()
    frame.style.visibility = 'visible'
    frame.style.height = `${Math.ceil(data.portalHeight)}px`
  })

  /** Returns true if the page around the script is dark: by its color-scheme, not by the visitor's alone. */
  function hasDarkPage() {
    const schemes = getComputedStyle(script.parentElement || document.documentElement).colorScheme || ''
    if (!/\bdark\b/.test(schemes)) return false
    return !/\blight\b/.test(schemes) || matchMedia('(prefers-color-scheme: dark)').matches
  }
})()
