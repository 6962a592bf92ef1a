interface Props {
  /** The id of the element to focus. */
  to?: string
  children?: string
}

/** Lets keyboard users jump, by default to `main`. */
export function SkipLink({ to = 'content', children = 'Skip to content' }: Props) {
  return (
    <a className="skip-link" href={`#${to}`}>
      {children}
    </a>
  )
}
