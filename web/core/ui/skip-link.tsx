/** Lets keyboard users jump to `main`, whose id is `content`. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#content">
      Skip to content
    </a>
  )
}
