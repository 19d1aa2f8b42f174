import { observer } from 'mobx-react'
import { useMemo, useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { SignInLink } from '@/contract/administration/entities'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import { qrMatrix, qrPicture } from '@/screens/shares/qr/qrMatrix'
import { Sending } from '@/stores/administration/Sending'
import { Btn } from '../controls/Btn'
import { useCopy } from '../controls/useCopy'
import { useMoment } from '../controls/useMoment'
import { Window } from '../controls/Window'

interface Props {
  userId: number
  name: string
  link: SignInLink
  onClose(): void
}

/** A one-time link as text, as a QR code and by e-mail. The server cannot show it again. */
export const LinkWindow = observer(function LinkWindow({ userId, name, link, onClose }: Props) {
  const { api, feedback } = useApp()
  const copy = useCopy()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const [sending] = useState(() => new Sending())
  const [isSent, setSent] = useState(false)
  const picture = useMemo(() => qrPicture(qrMatrix(link.url)), [link.url])

  async function send() {
    const token = link.url.slice(link.url.indexOf('#') + 1)
    const mail = { user_id: userId, token }
    if (!(await sending.send(() => api.call('POST /admin/people/mail_link', mail, { quiet: true })))) return
    setSent(true)
    feedback.toast({ text: t('admin.people.link.mailed', { address: link.mail_to! }) })
  }

  return (
    <Window
      title={t('admin.people.link.title', { name })}
      onClose={onClose}
      fault={sending.fault ? wordMessage(sending.fault.message, t) : undefined}
    >
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
          <Btn tone="primary" icon="copy" label={t('admin.people.link.copy')} onPress={() => void copy(link.url)} />
          {link.mail_to !== null ? (
            <Btn
              icon="send"
              label={t(isSent ? 'admin.people.link.sent' : 'admin.people.link.mail', { address: link.mail_to })}
              isBusy={sending.isBusy}
              isDisabled={isSent}
              onPress={() => void send()}
            />
          ) : null}
        </div>
      </div>
    </Window>
  )
})
