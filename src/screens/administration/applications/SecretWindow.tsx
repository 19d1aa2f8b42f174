import { useWords } from '@/components/ui/context'
import { Btn } from '../controls/Btn'
import { useCopy } from '../controls/useCopy'
import { useMoment } from '../controls/useMoment'
import { Window } from '../controls/Window'

/** A secret on its way from the server's answer to the window that shows it once. */
export interface ShownSecret {
  name: string
  clientId: string
  secret: string
  /** Until when the former secret works; null: it has ended; absent for a new application. */
  formerEndsAt?: number | null
}

/** Shows a secret, which the server cannot show again. */
export function SecretWindow({ name, clientId, secret, formerEndsAt, onClose }: ShownSecret & { onClose(): void }) {
  const t = useWords<'admin'>()
  const moment = useMoment()
  return (
    <Window isKept title={t('admin.applications.secret.title', { name })} onClose={onClose}>
      <p className="window-text">{t('admin.applications.secret.text')}</p>
      <Copied
        label={t('admin.applications.secret.clientId')}
        value={clientId}
        copy={t('admin.applications.secret.copyId')}
      />
      <Copied
        isMain
        label={t('admin.applications.secret.secret')}
        value={secret}
        copy={t('admin.applications.secret.copy')}
      />
      {formerEndsAt === undefined ? null : (
        <p className="field-hint">
          {formerEndsAt === null
            ? t('admin.applications.secret.noFormer')
            : t('admin.applications.secret.former', { time: moment(formerEndsAt) })}
        </p>
      )}
    </Window>
  )
}

interface CopiedProps {
  label: string
  value: string
  copy: string
  isMain?: boolean
}

function Copied({ label, value, copy, isMain }: CopiedProps) {
  const take = useCopy()
  return (
    <div className="copied">
      <span className="field-label" aria-hidden>
        {label}
      </span>
      <span className="copied-line">
        <input
          className="console-field-input"
          aria-label={label}
          readOnly
          value={value}
          autoComplete="off"
          autoFocus={isMain}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Btn tone={isMain ? 'primary' : 'plain'} icon="copy" label={copy} onPress={() => void take(value)} />
      </span>
    </div>
  )
}
