// What the build has drawn of a public page is for a browser that has kept nothing, and comes from nowhere with an email;
// what it has drawn of an attendee's, for one that has kept somebody.
const isForAttendees = location.pathname.startsWith('/private/')
const isForOthers = isForAttendees
  ? !localStorage.getItem('root')
  : localStorage.length > 0 || history.state?.email
if (isForOthers) document.documentElement.dataset.drawn = 'for-others'
// Nobody else listens yet: sent now, a form would write itself into the address.
document.addEventListener('submit', (event) => event.preventDefault())
