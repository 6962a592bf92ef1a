import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { can } from '#web/core/session/can.ts'
import styles from './action-menu.module.css'
import popover from './popover.module.css'

/** An action, or a link to a page. */
export interface MenuAction {
  label: string
  icon: LucideIcon
  tone?: 'danger'
  /** The call that it makes. Without the permission it is omitted. */
  needs: Endpoint
  act?: () => void
  link?: { to: string; search?: Record<string, unknown> }
}

interface Shown {
  label: string
  actions: MenuAction[]
  anchor: HTMLElement
  returnTo: HTMLElement
}

const useMenu = create<{ shown: Shown | undefined }>(() => ({ shown: undefined }))

/** Opens the page's `ActionMenu` beside an element. One menu serves all rows of a table. */
export function showActions(label: string, anchor: HTMLElement, all: MenuAction[]): void {
  const actions = all.filter(({ needs }) => can(needs))
  useMenu.setState({
    shown: { label, anchor, actions, returnTo: (document.activeElement as HTMLElement) ?? anchor },
  })
}

/** A popover of the browser. Arrow keys move through it, Escape closes it. */
export function ActionMenu() {
  const shown = useMenu((state) => state.shown)
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (!shown || !element) return
    element.showPopover()
    place(element, shown.anchor.getBoundingClientRect())
    itemsOf(element)[0]?.focus()
  }, [shown])
  if (!shown) return null

  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={shown.label}
      className={`card ${popover.popover} ${styles.menu}`}
      onKeyDown={walk}
      onToggle={({ newState }) => newState === 'closed' && close()}
    >
      {shown.actions.map(({ label, icon: Icon, tone, act, link }) => {
        const item = {
          role: 'menuitem',
          tabIndex: -1,
          className: popover.item,
          onClick: () => {
            menu.current?.hidePopover()
            act?.()
          },
          children: (
            <>
              <Icon size={16} />
              {label}
            </>
          ),
        }
        return link ? (
          <Link key={label} {...link} {...item} />
        ) : (
          <button key={label} type="button" data-tone={tone} {...item} />
        )
      })}
    </div>
  )

  function close() {
    const hadFocus =
      menu.current?.contains(document.activeElement) || document.activeElement === document.body
    useMenu.setState({ shown: undefined })
    if (hadFocus) shown?.returnTo.focus({ preventScroll: true })
  }
}

const gap = 4

/** Places it below the anchor, or above if there is no room, always inside the window. */
function place(menu: HTMLElement, anchor: DOMRect) {
  const { width, height } = menu.getBoundingClientRect()
  const below = anchor.bottom + gap
  const top = below + height > innerHeight ? Math.max(gap, anchor.top - gap - height) : below
  const left = Math.min(Math.max(gap, anchor.right - width), innerWidth - width - gap)
  menu.style.inset = `${top}px auto auto ${left}px`
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
  const to = steps[event.key]
  if (to !== undefined) {
    event.preventDefault()
    items.at(to % items.length)?.focus()
  } else if (event.key === 'Tab') {
    event.preventDefault()
    event.currentTarget.hidePopover()
  }
}

function itemsOf(menu: HTMLElement) {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
}
