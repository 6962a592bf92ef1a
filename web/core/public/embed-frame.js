// Tells the website around this frame how high its content is; embed.js there sets the height.
const tellHeight = () => {
  const portalHeight = document.body.getBoundingClientRect().height
  // The height is no secret, and the portal does not know the website's address here.
  window.parent.postMessage({ portalHeight }, '*')
}
// Browsers don't observe in a frame without a height.
tellHeight()
new ResizeObserver(tellHeight).observe(document.body)
