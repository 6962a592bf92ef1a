import { Button, TextInput } from '@mantine/core'
import { Globe } from 'lucide-react'
import type { EmbedSite } from '#contract/events/embeds/calls.ts'
import { addEmbedSite, getEmbedSites, NewEmbedSite, removeEmbedSite } from '#contract/events/embeds/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { EmbedCode } from './admin-embed-code.tsx'
import styles from './admin-website.module.css'

/** 'Website': the websites that may show the events, and the code that they paste. */
export default function AdminWebsitePage() {
  return (
    <AdminPage
      title="Website"
      about="Show the open events on your own website. Registering opens the portal."
    >
      <Loaded of={useData(getEmbedSites, {})} loading={<TableSkeleton label="Loading the websites" />}>
        {({ sites, publicUrl }) => (
          <>
            <section className="card pad stack" aria-labelledby="websites">
              <h2 id="websites">1. Allow your website</h2>
              <Hint>
                Only these websites can show the events. Add every address that people use, with and without
                www.
              </Hint>
              {can(addEmbedSite) && <AddSite />}
              {sites.length === 0 ? (
                <EmptyState icon={Globe} title="No websites" text="Allowed websites will show up here." />
              ) : (
                <SiteTable sites={sites} />
              )}
            </section>
            <EmbedCode publicUrl={publicUrl} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function AddSite() {
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { site: '' },
    check: (values) => schemaErrors(NewEmbedSite, values),
    checksOnlyOnSubmit: true,
    send: ({ site }) => call(addEmbedSite, { body: { site } }),
    reloads: [getEmbedSites, getActivities],
    toast: 'The website can show the events',
    done: () => {
      fields.reset()
    },
    failed: "Couldn't add the website. Try again.",
  })
  return (
    <form {...formProps} className={styles.add}>
      <TextInput
        label="Address of a website"
        placeholder="https://www.example.com"
        autoComplete="off"
        inputMode="url"
        {...fields.getInputProps('site')}
      />
      <Button type="submit" loading={isSending}>
        Allow website
      </Button>
      <FormProblem text={problem} />
    </form>
  )
}

function SiteTable({ sites }: { sites: EmbedSite[] }) {
  return (
    <RecordTable
      label="Allowed websites"
      rows={sites}
      rowId="site"
      widths={{ Added: '35%', Remove: 120 }}
      columns={{
        Website: ({ site }) => <span className="strong anywhere">{site}</span>,
        Added: ({ addedAt, addedBy }) => (
          <span className="anywhere">
            {shownInstant(addedAt)}
            {addedBy && <span className="muted"> by {addedBy}</span>}
          </span>
        ),
        Remove: ({ site }) => can(removeEmbedSite) && <RemoveSite site={site} />,
      }}
    />
  )
}

function RemoveSite({ site }: { site: string }) {
  const { button } = useAct(removeEmbedSite, {
    toast: `${site} cannot show the events anymore`,
    failed: "Couldn't remove the website. Try again.",
    tell: 'toast',
    reloads: [getEmbedSites, getActivities],
  })
  return (
    <SmallButton aria-label={`Remove ${site}`} {...button({ body: { site } })}>
      Remove
    </SmallButton>
  )
}
