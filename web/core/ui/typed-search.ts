import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'

const pause = 500

/** Focuses a search box when '/' is pressed outside a field. */
export function useSearchKey(box: RefObject<HTMLInputElement | null>): void {
  useWindowEvent('keydown', (event) => {
    const target = event.target as HTMLElement
    const isTyping =
      target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select')
    const isElsewhere = document.querySelector('[role="dialog"], :popover-open') !== null
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping || isElsewhere) return
    event.preventDefault()
    box.current?.focus()
    box.current?.select()
  })
}

/** A search box's text. It searches half a second after the last key; a search from elsewhere replaces the text. */
export function useTypedSearch(current: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(current)
  const sent = useRef(current)
  const send = (next: string) => {
    if (next === sent.current) return
    sent.current = next
    onSearch(next)
  }
  const sendLater = useDebouncedCallback((next: string) => send(next.trim()), pause)

  useEffect(() => {
    if (current === sent.current) return
    sent.current = current
    setText(current)
  }, [current])

  return {
    text,
    type(next: string) {
      setText(next)
      sendLater(next)
    },
    flush() {
      sendLater.cancel()
      send(text.trim())
    },
    clear() {
      this.forget()
      send('')
    },
    /** Empties the box without a search. */
    forget() {
      sendLater.cancel()
      setText('')
    },
  }
}
