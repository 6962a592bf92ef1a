import { Alert, Button, Progress, TextInput } from '@mantine/core'
import { CircleAlert, Download, Link2 } from 'lucide-react'
import { useState } from 'react'
import type { InspectionLink, InspectionPack } from '#contract/office/inspections/calls.ts'
import {
  downloadInspectionPack,
  getInspectionPacks,
  inspectionDays,
  revokeInspectionLink,
  shareInspectionPack,
} from '#contract/office/inspections/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { callStream } from '#web/core/api/call.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { shownSize } from '#web/core/texts/sizes.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { CopyIcon } from '#web/core/ui/copy-icon.tsx'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { HashLine } from '#web/core/ui/hash-line.tsx'
import { saveStream } from '#web/core/ui/save-stream.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import styles from './admin-inspections.module.css'
import { contentWords, isValid, linkWords } from './inspection-words.ts'

/** Returns whether a pack is not finished. */
export function isBeingMade({ state }: InspectionPack): boolean {
  return state === 'waiting' || state === 'running'
}

/** A pack with its file and its links. */
export function AdminInspectionPack({ pack }: { pack: InspectionPack }) {
  const { packId, scope, askedBy, askedAt, problem, made, isKept, links } = pack
  const [shared, setShared] = useState<string>()
  const id = `pack-${packId}`
  return (
    <article className="card pad stack" aria-labelledby={id}>
      <div className="spread">
        <div className="tight">
          <h3 id={id} className="anywhere">
            {scope}
          </h3>
          <p className="muted small figures">
            {shownInstant(askedAt)}, {askedBy || 'a deleted account'}
          </p>
        </div>
        {isKept && made && (
          <div className="row">
            <DownloadPack pack={pack} bytes={made.bytes} />
            <SharePack pack={pack} onShared={setShared} />
          </div>
        )}
      </div>
      <div role="status">
        {isBeingMade(pack) && <BeingMade pack={pack} />}
        {problem && !isBeingMade(pack) && (
          <Alert color="red" icon={<CircleAlert size={18} />}>
            {problem}
          </Alert>
        )}
        {made && <p className="figures">{contentWords(made.summary)}</p>}
      </div>
      {made && (
        <>
          <HashLine sha256={made.sha256} />
          {!isKept && (
            <p className="muted small">
              The file has been deleted. Make the pack again: the same records make the same file.
            </p>
          )}
        </>
      )}
      {shared && <Shared link={shared} />}
      {links.length > 0 && (
        <ul className="card lines small" aria-label={`Links to ${scope}`}>
          {links.map((link) => (
            <li key={link.linkId} className="spread pad">
              <LinkLine link={link} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

function BeingMade({ pack: { doneFiles, allFiles, problem } }: { pack: InspectionPack }) {
  return (
    <div className="tight">
      <Progress value={allFiles === 0 ? 0 : (100 * doneFiles) / allFiles} size="lg" aria-label="Progress" />
      <p className="muted small figures">
        {allFiles === 0
          ? problem || 'The hours are counted first …'
          : `${shownCount(doneFiles)} of ${shownCount(allFiles)} files are in the pack …`}
      </p>
    </div>
  )
}

function DownloadPack({ pack: { packId, scope }, bytes }: { pack: InspectionPack; bytes: number }) {
  const [share, setShare] = useState(0)
  const { act, isRunning } = useAct(
    () => {
      let arrived = 0
      setShare(0)
      return saveStream({
        name: `inspection-pack-${packId}.zip`,
        type: 'application/zip',
        open: () => callStream(downloadInspectionPack, { params: { packId } }),
        onPiece(piece) {
          arrived += piece.length
          setShare(arrived / bytes)
        },
      })
    },
    { failed: 'The pack was not downloaded. Please try again.', tell: toastError },
  )
  const words = isRunning ? `Downloading (${Math.floor(share * 100)} %)` : `Download (${shownSize(bytes)})`
  return (
    <SmallButton
      icon={Download}
      disabled={isRunning}
      aria-label={`${words}: ${scope}`}
      onClick={() => void act()}
    >
      {words}
    </SmallButton>
  )
}

interface ShareProps {
  pack: InspectionPack
  onShared: (link: string) => void
}

function SharePack({ pack: { packId, scope }, onShared }: ShareProps) {
  const { act, isRunning } = useAct(shareInspectionPack, {
    confirm: () =>
      confirm({
        title: 'Make a link for an inspector?',
        message: `Anyone with the link can read and download “${scope}” for ${inspectionDays} days, without signing in. You can revoke it at any time. Each opening is in the history.`,
        confirmLabel: 'Make the link',
      }),
    done: ({ link }) => onShared(link),
    failed: 'The link was not made. Please try again.',
    tell: toastError,
    reloads: [getInspectionPacks],
  })
  return (
    <Allowed to={shareInspectionPack}>
      <SmallButton
        icon={Link2}
        loading={isRunning}
        aria-label={`Share with an inspector: ${scope}`}
        onClick={() => void act({ body: { packId } })}
      >
        Share with an inspector
      </SmallButton>
    </Allowed>
  )
}

/** A new link. It is shown once, because the portal keeps only its hash. */
function Shared({ link }: { link: string }) {
  return (
    <div className={styles.link}>
      <TextInput
        label="Link for the inspector"
        description="Copy it now. It is shown only once."
        value={link}
        readOnly
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyIcon value={link} what="link" />
    </div>
  )
}

function LinkLine({ link }: { link: InspectionLink }) {
  const now = Date.now()
  const { act, isRunning } = useAct(revokeInspectionLink, {
    confirm: () =>
      confirm({
        title: 'Revoke this link?',
        message: 'It stops working. The inspector keeps what was downloaded before.',
        confirmLabel: 'Revoke the link',
        tone: 'danger',
      }),
    done: () => toastDone('The link is revoked'),
    failed: 'The link was not revoked. Please try again.',
    tell: toastError,
    reloads: [getInspectionPacks],
  })
  return (
    <>
      <span className="figures">
        {linkWords(link, now)}.{' '}
        <span className="muted">
          Made {shownInstant(link.createdAt)} by {link.createdBy || 'a deleted account'}.
        </span>
      </span>
      {isValid(link, now) && (
        <Allowed to={revokeInspectionLink}>
          <Button
            variant="default"
            size="compact-xs"
            loading={isRunning}
            aria-label={`Revoke the link made ${shownInstant(link.createdAt)}`}
            onClick={() => void act({ body: { linkId: link.linkId } })}
          >
            Revoke
          </Button>
        </Allowed>
      )}
    </>
  )
}
