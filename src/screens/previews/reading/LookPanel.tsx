import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { classes } from '@/components/ui/classes'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import {
  READING_FONTS,
  READING_PAPERS,
  READING_SPACINGS,
  sizeAfter,
  type ReadingPaper,
} from '@/domain/previews/readingLook'
import type { ReadingStore } from '@/stores/previews/reading/ReadingStore'

/** A letter that shows a size, in every language. */
const LETTER = 'A'

interface Props {
  reading: ReadingStore
  /** The paper that is shown. */
  paper: ReadingPaper
  /** Shows the pages instead; absent where the tools lead to them. */
  onPages?(): void
  onClose(): void
}

/** Size, spacing, font and paper of a text, which changes while the panel is open. */
export const LookPanel = observer(function LookPanel({ reading, paper, onPages, onClose }: Props) {
  const t = useWords<'preview'>()
  const { look } = reading
  return (
    <View className="reading-look" role="group" aria-label={t('preview.reading.look')}>
      <View className="reading-look-row">
        <View className="reading-look-name">{t('preview.reading.size')}</View>
        {sizeStep(-1)}
        <View className="reading-look-size" role="status">
          {look.size}
        </View>
        {sizeStep(1)}
        <IconButton icon="x" label={t('action.close')} onPress={onClose} />
      </View>
      <Choice
        name={t('preview.reading.spacing')}
        choices={READING_SPACINGS}
        chosen={look.spacing}
        wordOf={(spacing) => t(`preview.reading.spacings.${spacing}`)}
        onChoose={(spacing) => reading.setLook({ spacing })}
      />
      <Choice
        name={t('preview.reading.font')}
        choices={READING_FONTS}
        chosen={look.font}
        wordOf={(font) => t(`preview.reading.fonts.${font}`)}
        onChoose={(font) => reading.setLook({ font })}
      />
      <View className="reading-look-row" role="radiogroup" aria-label={t('preview.reading.paper')}>
        <View className="reading-look-name">{t('preview.reading.paper')}</View>
        {READING_PAPERS.map((each) => (
          <View
            key={each}
            className={classes('reading-swatch', each === paper && 'reading-swatch-chosen')}
            role="radio"
            aria-checked={each === paper}
            aria-label={t(`preview.reading.papers.${each}`)}
            onClick={() => reading.setLook({ paper: each })}
          >
            <View className={`reading-swatch-paper reading-${each}`} />
          </View>
        ))}
      </View>
      {onPages && <Button tone="weak" label={t('preview.reading.layout')} onPress={onPages} />}
    </View>
  )

  function sizeStep(step: 1 | -1) {
    const size = sizeAfter(look.size, step)
    return (
      <View
        className={classes('reading-step', step === 1 && 'reading-step-larger')}
        aria-label={t(step === 1 ? 'preview.reading.larger' : 'preview.reading.smaller')}
        aria-disabled={size === look.size}
        onClick={() => reading.setLook({ size })}
      >
        {LETTER}
      </View>
    )
  }
})

interface ChoiceProps<T extends string> {
  name: string
  choices: readonly T[]
  chosen: T
  wordOf(choice: T): string
  onChoose(choice: T): void
}

function Choice<T extends string>({ name, choices, chosen, wordOf, onChoose }: ChoiceProps<T>) {
  return (
    <View className="reading-look-row" role="radiogroup" aria-label={name}>
      <View className="reading-look-name">{name}</View>
      {choices.map((choice) => (
        <View
          key={choice}
          className={classes('reading-choice', choice === chosen && 'reading-choice-chosen')}
          role="radio"
          aria-checked={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {wordOf(choice)}
        </View>
      ))}
    </View>
  )
}
