import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Field } from '@/components/fields/Field'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Button } from '@/components/ui/Button'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { TAG_MAX_LENGTH } from '@/domain/items/tags'
import { codePointLength } from '@/domain/text/codePoints'
import { TagStore } from '@/stores/items/TagStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '../app/AppContext'
import { useDisposable } from '../app/useDisposable'
import { wordMessage } from '../app/wording'
import './tags.scss'

interface Props {
  item: Item
  overlays: OverlayStore
}

/** The tags of an item: remove, type, or choose one of those offered (AH-51). */
export default observer(function TagsSheet({ item, overlays }: Props) {
  const app = useApp()
  const t = useWords()
  const store = useDisposable(() => new TagStore(app, item.typed_id))
  useEffect(() => store.open(), [store])
  const length = codePointLength(store.text.trim())
  return (
    <Sheet label={t('tags.title')} onClose={() => void overlays.close('tags')}>
      <SheetHead title={t('tags.title')} text={item.name} />
      <View className="tags">
        {item.tags.length > 0 ? (
          <View className="tags-line" role="list">
            {item.tags.map((tag) => (
              <View key={tag.id} className="tags-own" role="listitem">
                <View className="tags-name">{tag.name}</View>
                <IconButton
                  icon="x"
                  label={t('tags.remove', { name: tag.name })}
                  onPress={() => void store.remove(tag)}
                />
              </View>
            ))}
          </View>
        ) : null}
        <Field
          label={t('tags.add')}
          placeholder={t('tags.hint')}
          value={store.text}
          counter={length > TAG_MAX_LENGTH - 10 ? `${length} / ${TAG_MAX_LENGTH}` : undefined}
          error={store.error ? wordMessage(store.error, t) : undefined}
          confirmType="done"
          onChange={(text) => store.setText(text)}
          onConfirm={() => void store.submit()}
        />
        {length > 0 ? (
          <Button small label={t('tags.put')} loading={store.isBusy} onPress={() => void store.submit()} />
        ) : null}
        {store.offers.length > 0 ? (
          <View className="tags-line" role="group" aria-label={t('tags.offered')}>
            {store.offers.map(({ id, name }) => (
              <View key={id} className="tags-offer" onClick={() => void store.add(name)}>
                {name}
              </View>
            ))}
          </View>
        ) : null}
      </View>
    </Sheet>
  )
})
