import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  children: string
  /** The browser tab's title, where it differs from the heading. */
  tab?: string
  /** What search engines say of the page, where they may see it. */
  description?: string
  /** What the page is about, below its heading. */
  text?: ReactNode
}

/** A page's h1 and its title. Takes the focus when somebody comes from another page, so that it is read out. */
export function PageHeading({ children, tab = children, description, text }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFirst) isFirst = false
    else heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div>
      <title>{`${tab} · IA Renewal Portal`}</title>
      {description && <meta name="description" content={description} />}
      <Title order={1} ref={heading} tabIndex={-1}>
        {children}
      </Title>
      {text && (
        <Text c="dimmed" mt={6}>
          {text}
        </Text>
      )}
    </div>
  )
}

// The browser itself announces the page that is loaded first.
let isFirst = true
