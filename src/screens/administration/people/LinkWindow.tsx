import { useMemo } from 'react'
import { useWords } from '@/components/ui/context'
import type { SignInLink } from '@/contract/administration/entities'
import { useApp } from '@/screens/app/AppContext'
import { qrMatrix, qrPicture } from '@/screens/shares/qr/qrMatrix'
import { Btn } from '../controls/Btn'
import { useMoment } from '../controls/useMoment'
import { Window } from '../controls/Window'

interface Props {
  name: string
  link: SignInLink
  onClose(): void
}

/** A one-time link as text and as a QR code. The server cannot show it again. */
export function LinkWindow({ name, link, onClose }: Props) {
  const { feedback, platform } = useApp()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const picture = useMemo(() => qrPicture(qrMatrix(link.url)), [link.url])
  async function copy() {
    await platform.copyText(link.url)
    feedback.toast({ text: t('admin.action.copied') })
  }
  return (
    <Window title={t('admin.people.link.title', { name })} onClose={onClose}>
      <p className="window-text">{t('admin.people.link.text')}</p>
      <div className="link-box">
        <img className="link-qr" src={picture} alt={t('admin.people.link.qr')} />
        <div className="link-side">
          <input
            className="field-input"
            aria-label={t('admin.people.link.label')}
            readOnly
            value={link.url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <p className="field-hint">{t('admin.people.link.expires', { time: moment(link.expires_at) })}</p>
          <Btn tone="primary" icon="copy" label={t('admin.people.link.copy')} onPress={() => void copy()} />
        </div>
      </div>
    </Window>
  )
}
