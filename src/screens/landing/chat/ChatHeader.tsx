import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { TextButton } from '@/components/ui/TextButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { ShownProps } from '../page/landingProps'
import { wordFacts, wordFileSize, wordSharer } from '../page/wordLanding'

/** A file's name and size; expanded, the full name, the sharer's message, and reporting for all but the link's maker (WX-02). */
export const ChatHeader = observer(function ChatHeader({
  store,
  overlays,
  process,
  item,
  isOpen,
  onToggle,
}: ShownProps & { isOpen: boolean; onToggle(): void }) {
  const app = useApp()
  const t = useWords<'visit'>()
  const mayReport = store.around.takesReports && !process.share_link.is_owner
  const [, ...facts] = wordFacts(app, process, item, t)
  return (
    <View className="chat-head">
      <View className="chat-head-line" role="button" aria-expanded={isOpen} onClick={onToggle}>
        <View className={classes('chat-head-name', isOpen && 'chat-head-whole')}>{item.name}</View>
        <View className="chat-head-size">{wordFileSize(item)}</View>
        <View className={classes('header-chevron', isOpen && 'header-chevron-up')}>
          <Icon name="chevron-down" size={18} />
        </View>
      </View>
      {isOpen ? (
        <View className="chat-head-more">
          <View className="chat-head-facts">{[wordSharer(process, t), ...facts].join(' · ')}</View>
          {process.description ? <View className="visit-sharer-description">{process.description}</View> : null}
          {mayReport ? (
            <TextButton tone="plain" label={t('visit.report.title')} onPress={() => overlays.show('report')} />
          ) : null}
        </View>
      ) : null}
    </View>
  )
})
