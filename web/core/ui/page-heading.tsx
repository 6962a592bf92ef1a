import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { portalName } from '#web/core/portal.ts'

interface Props {
  children: string
  /** The browser tab's title, if it differs from the heading. */
  tab?: string
  description?: string
  text?: ReactNode
}

/** A page's h1 and title. It takes the focus after a navigation, so that screen readers announce the page. */
export function PageHeading({ children, tab = children, description, text }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFirst) isFirst = false
    else heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div>
      <title>{`${tab} · ${portalName}`}</title>
      {description && <meta name="description" content={description} />}
      <Title ref={heading} tabIndex={-1}>
        {children}
      </Title>
      {text && (
        <Text c="dimmed" mt={6} className="anywhere">
          {text}
        </Text>
      )}
    </div>
  )
}

// Browsers announce the first page themselves.
let isFirst = true
