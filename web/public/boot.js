// Runs before anything is painted. What the build has drawn is for a browser that has kept nothing of the portal.
if (localStorage.length > 0) document.documentElement.dataset.kept = ''

// Sent before the page has come to life, a form would take what was typed into its address.
document.addEventListener('submit', (event) => event.preventDefault())
