import type { AnchorProps, ElementProps } from '@mantine/core'
import { Anchor } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'

type Props = AnchorProps &
  ElementProps<'a', keyof AnchorProps> &
  Pick<LinkProps, 'hash' | 'state' | 'resetScroll'> & { to: string; params?: object; search?: object }

/** A link in a text, to another page of the portal. */
export function TextLink({ params, search, ...props }: Props) {
  return <Anchor component={Link} params={params as never} search={search as never} {...props} />
}
