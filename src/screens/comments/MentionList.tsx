import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import { useEffect } from 'react'
import { Avatar } from '@/components/ui/Avatar'
import { useWords } from '@/components/ui/context'
import type { Mention } from '@/domain/comments/mentions'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { mentionOf, MentionSearch } from '@/stores/comments/MentionSearch'

interface Props {
  typedId: string
  /** The text typed behind the @. */
  words: string
  onChoose(mention: Mention): void
}

/** The people who can be mentioned, above the field: everybody first, then those who match. */
export const MentionList = observer(function MentionList({ typedId, words, onChoose }: Props) {
  const app = useApp()
  const t = useWords<'comments'>()
  const search = useDisposable(() => new MentionSearch(app, typedId))
  useEffect(() => search.look(words), [search, words])
  const name = t('comments.all')
  const hasAll = name.includes(words)
  const { phase, found } = search
  return (
    <ScrollView className="mentions" scrollY>
      <View role="list" aria-label={t('comments.people')}>
        {hasAll && (
          <MentionRow
            id={0}
            name={name}
            detail={t('comments.allText')}
            onPress={() => onChoose({ kind: 'all', name })}
          />
        )}
        {found.map((contact) => (
          <MentionRow
            key={contact.item_typed_id}
            id={contact.id}
            name={contact.name}
            detail={contact.place}
            onPress={() => onChoose(mentionOf(contact))}
          />
        ))}
      </View>
      {phase === 'loading' && (
        <View className="mentions-note" role="status">
          {t('list.loading')}
        </View>
      )}
      {phase === 'failed' && (
        <View className="mentions-note" role="alert">
          {t('comments.peopleFailed')}
        </View>
      )}
      {phase === 'ready' && found.length === 0 && !hasAll && (
        <View className="mentions-note" role="status">
          {t('comments.nobody')}
        </View>
      )}
    </ScrollView>
  )
})

interface RowProps {
  id: number
  name: string
  detail: string
  onPress(): void
}

function MentionRow({ id, name, detail, onPress }: RowProps) {
  return (
    <View role="listitem">
      <View className="mention" role="button" onClick={onPress}>
        <Avatar userId={id} name={name} />
        <View className="mention-text">
          <View className="mention-name">{name}</View>
          {detail ? <View className="mention-place">{detail}</View> : null}
        </View>
      </View>
    </View>
  )
}
