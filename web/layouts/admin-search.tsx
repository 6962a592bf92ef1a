import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { later } from '#web/core/ui/later.tsx'
import styles from './admin-search.module.css'

const SearchDialog = later(() => import('./admin-search-dialog.tsx'))
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The button that searches the whole panel, like Ctrl K or ⌘K. */
export function AdminSearch() {
  const [isOpen, { open, close }] = useDisclosure()
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
      <SearchDialog isOpen={isOpen} onClose={close} />
    </>
  )
}
