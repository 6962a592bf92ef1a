// What the build has drawn is for a browser that has kept nothing, and comes from nowhere with an email.
if (localStorage.length > 0 || history.state?.email) document.documentElement.dataset.kept = ''
// Nobody else listens yet: sent now, a form would write itself into the address.
document.addEventListener('submit', (event) => event.preventDefault())
