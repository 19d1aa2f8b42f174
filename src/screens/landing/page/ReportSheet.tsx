import { observer } from 'mobx-react'
import { Textarea, View } from '@tarojs/components'
import { useState } from 'react'
import { answerOrNull } from '@/api/ApiFailure'
import { Button } from '@/components/ui/Button'
import { Icon } from '@/components/ui/Icon'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { ReportReason } from '@/contract/shares/reports'
import { SHARE_MESSAGE_MAX_LENGTH } from '@/domain/limits'
import { firstCodePoints } from '@/domain/text/codePoints'
import { useApp } from '@/screens/app/AppContext'
import '@/theme/lazyIcons.scss'
import './report.scss'
import type { SheetProps } from './SheetProps'

const reasons: readonly ReportReason[] = [
  'illegal',
  'fraud',
  'pornography',
  'infringement',
  'privacy',
  'malware',
  'other',
]

/** Reports a link's contents to its enterprise (LAND-06). Typed text stays after a failure. */
export const ReportSheet = observer(function ReportSheet({ overlays }: SheetProps) {
  const { api, feedback } = useApp()
  const t = useWords<'visit'>()
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const close = () => overlays.close('report')

  async function send() {
    if (!reason || isSending) return
    setSending(true)
    const answer = await answerOrNull(api.call('POST /apps/share_links/report', { reason, text: text.trim() }))
    setSending(false)
    if (!answer) return
    await close()
    feedback.toast({ text: t('visit.report.sent') })
  }

  return (
    <Sheet label={t('visit.report.title')} onClose={() => void close()}>
      <SheetHead title={t('visit.report.title')} />
      <View className="visit-report">
        <View role="radiogroup" aria-label={t('visit.report.title')}>
          {reasons.map((key) => (
            <View
              key={key}
              className="visit-report-reason"
              role="radio"
              aria-checked={key === reason}
              onClick={() => setReason(key)}
            >
              {t(`visit.report.reason.${key}`)}
              {key === reason ? <Icon name="check" size={20} /> : null}
            </View>
          ))}
        </View>
        <Textarea
          className="visit-report-text"
          value={text}
          maxlength={-1}
          placeholder={t('visit.report.text')}
          placeholderClass="field-placeholder"
          nativeProps={{ 'aria-label': t('visit.report.text') }}
          onInput={({ detail }) => setText(firstCodePoints(detail.value, SHARE_MESSAGE_MAX_LENGTH))}
        />
        <Button
          label={t('visit.report.send')}
          disabled={reason === null}
          loading={isSending}
          onPress={() => void send()}
        />
      </View>
    </Sheet>
  )
})
