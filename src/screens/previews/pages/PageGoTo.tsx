import { Input, ScrollView, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/IconButton'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { PageHeading } from '../ViewerProps'
import { onEscape } from './onEscape'

/** digits of a number of a page */
const DIGITS = 6
/** px per level of headings */
const INDENT = 14

interface Props {
  total: number
  /** @param page from 1 */
  onGo(page: number): void
  /** Fetches the headings; absent where they are unknown. */
  onOutline?(): Promise<readonly PageHeading[]>
  onClose(): void
}

/** Below the pages of a document: leads to a page by its number or by its heading (AH-38). */
export function PageGoTo({ total, onGo, onOutline, onClose }: Props) {
  const t = useWords<'preview'>()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [outline, setOutline] = useState<readonly PageHeading[]>([])
  useEffect(() => {
    let isLeft = false
    void onOutline?.().then((found) => {
      if (!isLeft) setOutline(found)
    })
    return () => {
      isLeft = true
    }
  }, [onOutline])
  return (
    <View className="pages-go" role="group" aria-label={t('preview.goTo.open')} {...onEscape(onClose)}>
      {outline.length > 0 && (
        <ScrollView className="pages-go-outline" scrollY>
          {outline.map(({ level, text, page }, at) => (
            <View
              key={at}
              className="reading-outline-row"
              style={{ paddingLeft: `${16 + (level - 1) * INDENT}px` }}
              onClick={() => leave(page)}
            >
              <View className="pages-go-heading">{text}</View>
              <View className="pages-go-page">{page}</View>
            </View>
          ))}
        </ScrollView>
      )}
      <View className="pages-go-line">
        <Input
          className="pages-go-field"
          type="number"
          value={typed}
          placeholder={t('preview.goTo.page')}
          placeholderClass="search-placeholder"
          maxlength={DIGITS}
          focus
          confirmType="go"
          nativeProps={{ 'aria-label': t('preview.goTo.page'), autoComplete: 'off' }}
          onInput={(event) => {
            setTyped(event.detail.value)
            setWrong(false)
          }}
          onConfirm={go}
        />
        {isWrong && (
          <View className="pages-go-range" role="alert">
            {t('preview.goTo.range', { total })}
          </View>
        )}
        <TextButton label={t('preview.goTo.go')} onPress={go} />
        <IconButton icon="x" label={t('action.close')} onPress={onClose} />
      </View>
    </View>
  )

  function go() {
    const page = /^\d+$/.test(typed.trim()) ? Number(typed) : 0
    if (page < 1 || page > total) setWrong(true)
    else leave(page)
  }

  function leave(page: number) {
    onClose()
    onGo(page)
  }
}
