import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { later } from '#web/core/ui/later.tsx'
import { toastError } from '#web/core/ui/toasts.tsx'
import styles from './admin-search.module.css'

const SearchDialog = later(() => import('./admin-search-dialog.tsx'))
/** The longest that the search holds the keys while its code loads. */
const longestMs = 10_000
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The button that searches the whole panel, like Ctrl K or ⌘K. */
export function AdminSearch() {
  const [isOpen, { open, close }] = useDisclosure()
  const early = useEarlyKeys(isOpen, close)
  useWindowEvent('keydown', (event) => {
    const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    // The editor of formatted texts adds a link with these keys, and a dialog may have unsaved changes.
    if (!isKey || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    open()
  })

  return (
    <>
      <button type="button" className={styles.button} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <Search size={16} />
        <span>Search</span>
        <kbd aria-hidden>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <SearchDialog isOpen={isOpen} onClose={close} takeEarly={early} />
    </>
  )
}

/**
 * Keeps what is typed from the opening of the search until its field has the focus. Closes a search that takes
 * too long. Returns a function that hands over the text, once.
 */
function useEarlyKeys(isOpen: boolean, close: () => void): () => string {
  const typed = useRef<string>(undefined)
  useEffect(() => {
    if (!isOpen) return
    typed.current = ''
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event
      if (typed.current === undefined || isComposing || ctrlKey || metaKey || altKey) return
      if (key === 'Escape') close()
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key.length === 1) typed.current += key
      // Any other key would press a button behind the search.
      event.preventDefault()
      event.stopPropagation()
    }
    const giveUp = () => {
      if (typed.current === undefined) return
      close()
      toastError('The search did not load. Check your connection and try again.')
    }
    const timer = setTimeout(giveUp, longestMs)
    addEventListener('keydown', keep, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', keep, { capture: true })
    }
  }, [isOpen, close])
  return () => {
    const text = typed.current ?? ''
    typed.current = undefined
    return text
  }
}
