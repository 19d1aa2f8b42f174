import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import { Icon } from '@/components/ui/Icon'
import { useWindow, useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import '@/components/frame/NavigationPanel.scss'
import { messageFilters, type MessageFilter } from '@/domain/messages/messages'
import type { MessageStore } from '@/stores/messages/MessageStore'

interface Props {
  messages: MessageStore
  /** Opens the settings of push messages; absent where there are none. */
  onPush?(): void
  onClose(): Promise<void>
}

/** The filters of the message centre, dropping from the header (2§2). */
export const KindMenu = observer(function KindMenu({ messages, onPush, onClose }: Props) {
  const t = useWords<'message'>()
  const { statusBar, headerHeight } = useWindow()
  const close = () => void onClose()
  const ref = useModal(close)
  const choose = (filter: MessageFilter) => {
    close()
    if (filter !== messages.filter) void messages.open(filter)
  }
  return (
    <View className="navigation-host" style={{ '--navigation-top': `${statusBar + headerHeight}px` } as CSSProperties}>
      <View className="navigation-mask" aria-hidden catchMove onClick={close} />
      <View ref={ref} className="navigation" role="dialog" aria-modal aria-label={t('messages.kinds')}>
        <View role="radiogroup" aria-label={t('messages.kinds')}>
          {messageFilters.map((filter) => {
            const isChosen = filter === messages.filter
            return (
              <View key={filter} className={isChosen ? 'navigation-row navigation-current' : 'navigation-row'}>
                <View className="navigation-place" role="radio" aria-checked={isChosen} onClick={() => choose(filter)}>
                  <View className="navigation-label kind-label">{t(`messages.kind.${filter}`)}</View>
                  {isChosen ? <Icon name="check" size={20} /> : null}
                </View>
              </View>
            )
          })}
        </View>
        {onPush && (
          <View className="navigation-row">
            <View className="navigation-place" role="button" onClick={() => void onClose().then(onPush)}>
              <View className="navigation-label kind-label">{t('messages.outside.title')}</View>
              <Icon name="bell" size={20} />
            </View>
          </View>
        )}
      </View>
    </View>
  )
})
