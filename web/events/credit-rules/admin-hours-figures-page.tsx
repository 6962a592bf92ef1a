import { useSearch } from '@tanstack/react-router'
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
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { shownValue } from '#web/core/ui/record-kind.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { Sentences } from '#web/core/ui/sentences.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { useChooseYear, YearSelect } from '#web/core/ui/year-select.tsx'
import { AdminRuleChanges } from './admin-rule-changes.tsx'
import styles from './figures.module.css'

/** Named, so that typed text survives a reload and the session's end. */
const figuresPanel = pagePanel<{ season: number; isInPerson: boolean }>(
  () => import('./admin-figures-panel.tsx'),
  'credit rules',
)

/** 'Credit rules': a season's figures, in words and with their versions. The address keeps the season. */
export default function AdminHoursFiguresPage() {
  const params = useSearch({ strict: false }) as { year?: unknown }
  const season =
    typeof params.year === 'number' &&
    Number.isInteger(params.year) &&
    params.year > 999 &&
    params.year < 10_000
      ? params.year
      : currentSeason()
  const chooseYear = useChooseYear()
  const rules = useData(getCreditRules, { query: { season } })
  return (
    <AdminPage
      title="Credit rules"
      about={
        <>
          These rules turn attendance into hours. A change counts once you apply it. Hours already credited
          stay as they are.{' '}
          <TextLink
            to={paths.activities()}
            search={{ activity: 'figures-changed' }}
            fz="sm"
            underline="always"
          >
            See change history
          </TextLink>
        </>
      }
    >
      <Loaded of={rules}>
        {(loaded) => (
          <>
            <div>
              <YearSelect
                label="Renewal year"
                className={styles.season}
                year={season}
                years={[...new Set([season, ...loaded.seasons])].sort((a, b) => b - a)}
                onChange={chooseYear}
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
          <SmallButton
            needs={makeFiguresValid}
            icon={PencilRuler}
            aria-label={`Edit rules for ${kindOf(rule).toLowerCase()}`}
            onClick={() => figuresPanel.show({ season, isInPerson })}
          >
            Edit rules
          </SmallButton>
        )}
      </div>
      <Sentences className={styles.words} of={figuresInWords(figures)} />
      <p className="muted small anywhere">
        {rule.season === season
          ? `${rule.name}, ${madeWords(rule)}`
          : `${rule.name}: ${seasonLabel(season)} has no rules of its own, so the rules of ${seasonLabel(rule.season)} count.`}
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
        rowId="ruleId"
        empty="The rules for this renewal year haven't been changed yet."
        columns={{
          Version: (rule) => (
            <>
              <span className="strong">{rule.name}</span>
              <br />
              <span className="muted">{kindOf(rule)}</span>
            </>
          ),
          Applied: (rule) => (
            <>
              {shownInstant(rule.madeAt)}
              <br />
              <span className="muted anywhere">{rule.madeBy || 'Delivered'}</span>
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
        <summary>All rules</summary>
        <Sentences className={styles.words} of={figuresInWords(rule.figures)} />
      </details>
    </>
  )
}

function kindOf({ isInPerson }: CreditRule) {
  return isInPerson ? 'In-person events' : 'Virtual events'
}

function madeWords({ madeBy, madeAt, reason }: CreditRule) {
  return madeBy ? `applied by ${madeBy}, ${shownInstant(madeAt)}: ${reason}` : 'as delivered with the portal'
}
