// The build draws public pages for browsers that stored nothing and arrive without an email, and attendees' pages for
// browsers that stored a signed-in person. Other browsers must not see them.
const isForAttendees = location.pathname.startsWith('/private/')
const isForEverybody = location.pathname === '/events'
const isForOthers = isForAttendees
  ? !localStorage.getItem('root')
  : !isForEverybody && (localStorage.length > 0 || history.state?.email)
if (isForOthers) document.documentElement.dataset.drawn = 'for-others'
// Until the page's code runs, a submitted form would put its fields into the address.
document.addEventListener('submit', (event) => event.preventDefault())
