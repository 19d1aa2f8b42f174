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

type Way = 'POST /admin/people/mail_link' | 'POST /admin/people/message_link'

interface Props {
  userId: number
  name: string
  link: SignInLink
  onClose(): void
}

/** A one-time link as text, as a QR code, by e-mail and in WeCom. The server cannot show it again. */
export const LinkWindow = observer(function LinkWindow({ userId, name, link, onClose }: Props) {
  const { api, feedback } = useApp()
  const copy = useCopy()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const [sending] = useState(() => new Sending())
  const [sentBy, setSentBy] = useState<readonly Way[]>([])
  const picture = useMemo(() => qrPicture(qrMatrix(link.url)), [link.url])

  async function send(way: Way, done: string) {
    const asked = { user_id: userId, token: link.url.slice(link.url.indexOf('#') + 1) }
    if (!(await sending.send(() => api.call(way, asked, { quiet: true })))) return
    setSentBy((ways) => [...ways, way])
    feedback.toast({ text: done })
  }

  const button = (way: Way, label: string, done: string) => (
    <Btn
      icon="send"
      label={sentBy.includes(way) ? done : label}
      isBusy={sending.isBusy}
      isDisabled={sentBy.includes(way)}
      onPress={() => void send(way, done)}
    />
  )
  const [mail, weCom] = [{ address: link.mail_to ?? '' }, { id: link.wecom_to ?? '' }]

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
            className="console-field-input"
            aria-label={t('admin.people.link.label')}
            readOnly
            value={link.url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <p className="field-hint">{t('admin.people.link.expires', { time: moment(link.expires_at) })}</p>
          <Btn tone="primary" icon="copy" label={t('admin.people.link.copy')} onPress={() => void copy(link.url)} />
          {link.mail_to !== null
            ? button(
                'POST /admin/people/mail_link',
                t('admin.people.link.mail', mail),
                t('admin.people.link.mailed', mail),
              )
            : null}
          {link.wecom_to !== null
            ? button(
                'POST /admin/people/message_link',
                t('admin.people.link.message', weCom),
                t('admin.people.link.messaged', weCom),
              )
            : null}
        </div>
      </div>
    </Window>
  )
})
