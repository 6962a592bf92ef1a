import { Anchor, NativeSelect } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PencilRuler } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { seasonLabel } from '#contract/core/season.ts'
import type { CreditRule, CreditRules } from '#contract/events/credit-rules/calls.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import { figureChanges } from '#contract/events/credit-rules/rules.ts'
import { figuresInWords } from '#contract/events/credit-rules/words.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { shownValue } from '#web/core/ui/record-kind.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { AdminRuleChanges } from './admin-rule-changes.tsx'
import styles from './figures.module.css'

/** Named, so that typed text survives a reload and the session's end. */
const figuresPanel = pagePanel<{ season: number; isInPerson: boolean }>(
  () => import('./admin-figures-panel.tsx'),
  'figures of hours',
)

/** 'Figures of hours': a season's figures, in words and with their versions. The address keeps the season. */
export default function AdminHoursFiguresPage() {
  const params = useSearch({ strict: false }) as { year?: unknown }
  const season =
    typeof params.year === 'number' &&
    Number.isInteger(params.year) &&
    params.year > 999 &&
    params.year < 10_000
      ? params.year
      : currentSeason()
  const navigate = useNavigate()
  const rules = useData(getCreditRules, { query: { season } })
  return (
    <AdminPage
      title="Figures of hours"
      about={
        <>
          Hours are counted from attendance by these figures. A change counts from when you make it valid.
          Hours that were credited before stay as they are.{' '}
          <Anchor
            component={Link}
            to={paths.activities()}
            search={{ activity: 'figures-changed' } as never}
            fz="sm"
            underline="always"
          >
            See its history
          </Anchor>
        </>
      }
    >
      <Loaded of={rules} loading={<PageSkeleton />}>
        {(loaded) => (
          <>
            <div>
              <NativeSelect
                label="Renewal year"
                className={styles.season}
                value={String(season)}
                data={[...new Set([season, ...loaded.seasons])]
                  .sort((a, b) => b - a)
                  .map((known) => ({ value: String(known), label: seasonLabel(known) }))}
                onChange={({ currentTarget: { value } }) =>
                  void navigate({
                    to: '.',
                    search: Number(value) === currentSeason() ? {} : { year: Number(value) },
                    resetScroll: false,
                  })
                }
              />
            </div>
            <div className={styles.kinds}>
              <Valid rule={loaded.valid.virtual} season={season} loaded={loaded} />
              <Valid rule={loaded.valid.inPerson} season={season} loaded={loaded} />
            </div>
            <AdminRuleChanges
              codes={[loaded.valid.virtual, loaded.valid.inPerson].map(({ figures }) => figures.code)}
            />
            <Versions loaded={loaded} season={season} />
          </>
        )}
      </Loaded>
      <figuresPanel.Panel />
    </AdminPage>
  )
}

interface ValidProps {
  rule: CreditRule
  season: number
  loaded: CreditRules
}

function Valid({ rule, season, loaded }: ValidProps) {
  const { isInPerson, figures } = rule
  const id = isInPerson ? 'in-person' : 'virtual'
  return (
    <section className="card pad stack" aria-labelledby={id}>
      <div className="spread">
        <h2 id={id}>{kindOf(rule)}</h2>
        {loaded.seasons.includes(season) && (
          <Allowed to={makeFiguresValid}>
            <SmallButton
              icon={PencilRuler}
              aria-label={`Change the figures of ${kindOf(rule).toLowerCase()}`}
              onClick={() => figuresPanel.show({ season, isInPerson })}
            >
              Change
            </SmallButton>
          </Allowed>
        )}
      </div>
      <ul className={styles.words}>
        {figuresInWords(figures).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="muted small anywhere">
        {rule.season === season
          ? `${rule.name}, ${madeWords(rule)}`
          : `${rule.name}: ${seasonLabel(season)} has no figures of its own, so those of ${seasonLabel(rule.season)} count.`}
      </p>
    </section>
  )
}

function Versions({ loaded: { versions }, season }: { loaded: CreditRules; season: number }) {
  return (
    <section className="card pad stack" aria-labelledby="versions">
      <h2 id="versions">Versions of {seasonLabel(season)}</h2>
      <RecordTable
        label={`Versions of ${seasonLabel(season)}`}
        rows={versions}
        rowId={({ ruleId }) => ruleId}
        empty="No one has changed the figures for this renewal year yet."
        columns={{
          Version: (rule) => (
            <>
              <span className="strong">{rule.name}</span>
              <br />
              <span className="muted">{kindOf(rule)}</span>
            </>
          ),
          'Made valid': (rule) => (
            <>
              {shownInstant(rule.madeAt)}
              <br />
              <span className="muted anywhere">{rule.madeBy || 'With the portal'}</span>
            </>
          ),
          Why: ({ reason }) => reason,
          Changes: (rule) => <Changes rule={rule} versions={versions} />,
        }}
      />
    </section>
  )
}

/** The difference to the previous version, and all figures on request. */
function Changes({ rule, versions }: { rule: CreditRule; versions: CreditRule[] }) {
  const before = versions.find(
    ({ isInPerson, version }) => isInPerson === rule.isInPerson && version < rule.version,
  )
  const changes = Object.entries(before ? figureChanges(before.figures, rule.figures) : {})
  return (
    <>
      {changes.map(([what, [from, to]]) => (
        <div key={what}>
          {what}: {shownValue(from)} → {shownValue(to)}
        </div>
      ))}
      {!before && <div>The first of this renewal year</div>}
      <details>
        <summary>All its figures</summary>
        <ul className={styles.words}>
          {figuresInWords(rule.figures).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

function kindOf({ isInPerson }: CreditRule): string {
  return isInPerson ? 'Events in person' : 'Virtual events'
}

function madeWords({ madeBy, madeAt, reason }: CreditRule): string {
  return madeBy
    ? `made valid by ${madeBy}, ${shownInstant(madeAt)}: ${reason}`
    : 'as they came with the portal'
}
