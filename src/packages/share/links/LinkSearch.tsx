import { observer } from 'mobx-react'
import { Input, View } from '@tarojs/components'
import { Icon } from '@/components/Icon'
import { IconButton } from '@/components/IconButton'
import { useWindow, useWords } from '@/components/context'
import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import type { LinkList } from '@/stores/sharing/LinkList'

/** The field that searches the links by the name of what was shared, in place of the header. */
export const LinkSearch = observer(function LinkSearch({ list, onClose }: { list: LinkList; onClose(): void }) {
  const t = useWords<'links'>()
  const { statusBar, capsuleSpace, headerHeight } = useWindow()
  const { text } = list
  return (
    <View className="header" style={statusBar ? { paddingTop: `${statusBar}px` } : undefined}>
      <View className="header-bar" style={{ height: `${headerHeight}px`, paddingRight: `${capsuleSpace + 12}px` }}>
        <IconButton icon="chevron-left" label={t('action.back')} onPress={onClose} />
        <View className="links-field" role="search">
          <Input
            className="links-input"
            value={text}
            placeholder={t('links.search')}
            placeholderClass="links-placeholder"
            // Units: the store counts characters.
            maxlength={SEARCH_MAX_LENGTH * 2}
            focus
            confirmType="search"
            nativeProps={{ 'aria-label': t('links.search'), autoComplete: 'off', autoCapitalize: 'none' }}
            onInput={(event) => list.typed(event.detail.value)}
            onConfirm={() => list.submit()}
          />
          {text === '' ? null : (
            <View className="links-clear" aria-label={t('links.clear')} onClick={() => list.typed('')}>
              <Icon name="x" size={16} />
            </View>
          )}
        </View>
      </View>
    </View>
  )
})
