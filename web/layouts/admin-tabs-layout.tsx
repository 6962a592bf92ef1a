import { Outlet } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { useQuestionCounts, useTabbed, useTabs } from './admin-menu-links.ts'
import { AdminTabs } from './admin-tabs.tsx'
import styles from './admin-tabs-layout.module.css'

/** A page with the tabs of its menu entry above; settings have a list at the left instead. */
export default function AdminTabsLayout() {
  const of = useTabbed()
  const tabs = useTabs().filter((tab) => tab.of === of)
  return (
    <div className={of === 'Settings' ? styles.settings : styles.tabbed}>
      {of && tabs.length > 1 && (
        <AdminTabs
          label={of}
          tabs={tabs.map(({ label, to }) => ({
            label,
            to,
            note: of === 'Hours & certificates' && <Count to={to} />,
          }))}
        >
          {of === 'Settings' && <p className={`strong ${styles.title}`}>Settings</p>}
        </AdminTabs>
      )}
      <div>
        <Outlet />
      </div>
    </div>
  )
}

/** The number of what waits on a tab; nothing without any. */
function Count({ to }: { to: string }) {
  const { decisions, reviews } = useQuestionCounts()
  const count = { [paths.creditQueue()]: decisions, [paths.creditReviews()]: reviews }[to]
  return count ? <span className="pill small figures">{shownCount(count)}</span> : null
}
