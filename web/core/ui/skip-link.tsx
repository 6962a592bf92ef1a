/** Lets people who use the keyboard jump over what every page repeats; the page's `main` has the id `content`. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#content">
      Skip to content
    </a>
  )
}
