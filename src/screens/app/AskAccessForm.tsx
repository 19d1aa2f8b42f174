import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Field } from '@/components/fields/Field'
import { SegmentedChoice } from '@/components/fields/SegmentedChoice'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import type { AskedRole } from '@/contract/members/accessRequests'
import { codePointLength } from '@/domain/text/codePoints'
import { needLazyWords } from '@/i18n/lazy/load'
import { askForAccess, ASK_MAX_LENGTH, mayAsk, type WantedItem } from '@/stores/app/askForAccess'
import { useApp } from './AppContext'
import './askAccess.scss'

/** A file is shared by a link, through which nobody edits it. */
function rolesOf({ item_typed_id: id }: WantedItem): AskedRole[] {
  return id?.startsWith('file_') ? ['previewer', 'viewer'] : ['previewer', 'viewer', 'editor']
}

/** Asks for access to what did not open: a role, a word to those who decide; only for users with colleagues (AH-50). */
export default observer(function AskAccessForm({ wanted }: { wanted: WantedItem }) {
  const app = useApp()
  // On the pages of a share link `app` calls as the link's visitor.
  const { api, sessionContext } = app.link?.own ?? app
  const t = useWords()
  const [phase, setPhase] = useState<'idle' | 'asking' | 'asked'>('idle')
  const [role, setRole] = useState<AskedRole>('viewer')
  const [message, setMessage] = useState('')
  useEffect(needLazyWords, [])
  if (!mayAsk(sessionContext)) return null
  if (phase === 'asked')
    return (
      <View className="ask-note" role="status">
        {t('ask.sent')}
      </View>
    )
  const length = codePointLength(message.trim())
  const isTooLong = length > ASK_MAX_LENGTH
  const ask = async () => {
    if (isTooLong || phase === 'asking') return
    setPhase('asking')
    const isSent = await askForAccess({ api }, { ...wanted, role, message: message.trim() })
    setPhase(isSent ? 'asked' : 'idle')
  }
  return (
    <View className="ask">
      <SegmentedChoice<AskedRole>
        label={t('ask.role')}
        value={role}
        options={rolesOf(wanted).map((value) => ({ value, label: t(`ask.roles.${value}`) }))}
        onChoose={setRole}
      />
      <Field
        label={t('ask.message')}
        placeholder={t('ask.hint')}
        value={message}
        counter={length > ASK_MAX_LENGTH - 50 ? `${length} / ${ASK_MAX_LENGTH}` : undefined}
        error={isTooLong ? t('ask.tooLong', { n: ASK_MAX_LENGTH }) : undefined}
        confirmType="send"
        onChange={setMessage}
        onConfirm={() => void ask()}
      />
      <View className="ask-note">{t('ask.note')}</View>
      <Button label={t('ask.action')} loading={phase === 'asking'} onPress={() => void ask()} />
    </View>
  )
})
