import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Header } from '@/components/frame/Header'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import { SHARE_MESSAGE_MAX_LENGTH } from '@/domain/limits'
import type { ShareDraft } from '@/stores/shares/ShareDraft'
import { MessageField } from './MessageField'

/** A message of up to 500 characters with a share (SHARE-07); stored while it is typed. */
export const MessagePage = observer(function MessagePage({ draft, onClose }: { draft: ShareDraft; onClose(): void }) {
  const t = useWords<'share'>()
  const ref = useModal(onClose)
  return (
    <View ref={ref} className="permissions" role="dialog" aria-modal aria-label={t('share.message.title')}>
      <Header
        title={t('share.message.title')}
        onBack={onClose}
        trailing={<TextButton label={t('share.message.done')} onPress={onClose} />}
      />
      <View className="permissions-body">
        <View className="share-group share-message">
          <MessageField
            value={draft.message}
            max={SHARE_MESSAGE_MAX_LENGTH}
            focus
            onChange={(message) => draft.setMessage(message)}
          />
        </View>
      </View>
    </View>
  )
})
