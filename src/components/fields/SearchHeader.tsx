import type { ReactNode } from 'react'
import { Input, View } from '@tarojs/components'
import { SEARCH_MAX_LENGTH } from '@/domain/limits'
import { Icon } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import { useWindow, useWords } from '../ui/context'
import '../frame/Header.scss'
import './SearchHeader.scss'

interface Props {
  text: string
  /** The place being searched, for screen readers; also the placeholder where none is given. */
  label: string
  placeholder?: string
  clearLabel: string
  /** Below the field. */
  children?: ReactNode
  /** Emptying the field calls it with ''. */
  onType(text: string): void
  /** The keyboard's search key. */
  onSubmit(): void
  onClose(): void
}

/** A header that consists of a search field. */
export function SearchHeader(props: Props) {
  const { text, label, placeholder = label, clearLabel, onType } = props
  const t = useWords()
  const { statusBar, capsuleSpace, headerHeight } = useWindow()
  return (
    <View className="header" style={statusBar ? { paddingTop: `${statusBar}px` } : undefined}>
      <View className="header-bar" style={{ height: `${headerHeight}px`, paddingRight: `${capsuleSpace + 12}px` }}>
        <IconButton icon="chevron-left" label={t('action.back')} onPress={props.onClose} />
        <View className="search-field" role="search">
          <Icon name="search" size={18} />
          <Input
            className="search-input"
            value={text}
            placeholder={placeholder}
            placeholderClass="search-placeholder"
            // In UTF-16 units; the stores count characters, of up to two units.
            maxlength={SEARCH_MAX_LENGTH * 2}
            focus={text === ''}
            confirmType="search"
            nativeProps={{ 'aria-label': label, autoComplete: 'off', autoCapitalize: 'none' }}
            onInput={(event) => onType(event.detail.value)}
            onConfirm={props.onSubmit}
          />
          {text === '' ? null : (
            <View className="search-clear" aria-label={clearLabel} onClick={() => onType('')}>
              <Icon name="x" size={16} />
            </View>
          )}
        </View>
      </View>
      {props.children}
    </View>
  )
}
