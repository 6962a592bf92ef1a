// The build draws public pages for browsers that stored nothing and arrive without an email, and attendees' pages for
// browsers that stored a signed-in person. Other browsers must not see them.
const isForAttendees = location.pathname.startsWith('/private/')
const isForEverybody = /^\/events(\/|$)/.test(location.pathname)
const isForOthers = isForAttendees
  ? !localStorage.getItem('root')
  : !isForEverybody && (localStorage.length > 0 || history.state?.email)
// Keeps the room of a person's own times, which the page's code shows beside the Eastern ones.
const clockIn = (timeZone) => new Date().toLocaleString('en-US', { timeZone })
if (clockIn() !== clockIn('America/New_York')) document.documentElement.dataset.ownZone = ''
if (isForOthers) document.documentElement.dataset.drawn = 'for-others'
// The page's code may not even start in such a browser, so the words are here; docs/operations.md names the oldest ones.
function tellTooOld() {
  if (document.getElementById('too-old') || !document.body) return
  const note = document.createElement('p')
  note.id = 'too-old'
  note.setAttribute('role', 'alert')
  note.textContent =
    'This browser is too old for the portal, so parts of it may not work. Please update it, or use another one.'
  document.body.prepend(note)
}
const isTooOld = !window.CSS || !CSS.supports('container-type', 'inline-size') || !Array.prototype.findLast
if (isTooOld) document.documentElement.dataset.tooOld = ''
if (isTooOld) document.addEventListener('DOMContentLoaded', tellTooOld)
window.addEventListener('error', (event) => event.error instanceof SyntaxError && tellTooOld())
// Until the page's code runs, a submitted form would put its fields into the address.
document.addEventListener('submit', (event) => event.preventDefault())
