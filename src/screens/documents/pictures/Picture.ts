import { Node, type NodeViewRendererProps } from '@tiptap/core'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { PICTURE_ELEMENT, pictureKey } from '@/domain/documents/pictures'
import type { Words } from '@/i18n/words'
import type { PictureSource } from './PicturesContext'

interface Options {
  source: PictureSource | null
  t: Words<'document'>
  /** Takes what somebody pasted or dropped; absent where nobody writes. */
  pasting?: PicturePasting
}

export interface PicturePasting {
  onFiles(files: readonly File[]): void
  /** A text was pasted without its pictures. */
  onLeftOut(): void
}

/** characters of an alternative text */
const ALT_LENGTH = 300

/**
 * A picture in a text. The text names it by a key; its bytes belong to the document. An address within a text would lead readers to a server of
 * somebody else, so there is none.
 */
export const Picture = Node.create<Options>({
  name: PICTURE_ELEMENT,
  group: 'block',

  addOptions() {
    return { source: null, t: (key) => key }
  },

  addAttributes() {
    const written = (name: string) => ({
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute(name),
    })
    return {
      picture: { default: null, parseHTML: (element) => element.getAttribute('data-picture') },
      alt: { default: '', parseHTML: (element) => element.getAttribute('alt') ?? '' },
      width: written('width'),
      height: written('height'),
    }
  },

  parseHTML() {
    const { source } = this.options
    return [{ tag: 'img[data-picture]', getAttrs: (element) => (isOwn(element, source) ? null : false) }]
  },

  renderHTML({ node }) {
    return ['img', attributesOf(node, this.options.source)]
  },

  addNodeView() {
    return (props) => new PictureView(props, this.options)
  },

  addProseMirrorPlugins() {
    const { pasting, source } = this.options
    if (pasting === undefined) return []
    const { editor } = this
    const take = (data: DataTransfer | null) => {
      if (!editor.isEditable) return false
      const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      const html = data?.getData('text/html') ?? ''
      // Word and Excel put a picture of what was copied beside it.
      if (files.length === 0 || /<(p|h\d|li|t[dh])\b/i.test(html)) {
        if (hasForeignPicture(html, source)) pasting.onLeftOut()
        return false
      }
      pasting.onFiles(files)
      return true
    }
    return [
      new Plugin({
        props: {
          handlePaste: (_view, { clipboardData }) => take(clipboardData),
          handleDrop: (_view, { dataTransfer }) => take(dataTransfer),
        },
      }),
    ]
  },
})

/** A picture of another document has no bytes here. */
function isOwn(element: Element, source: PictureSource | null): boolean {
  return element.getAttribute('data-document') === String(source?.fileId)
}

function hasForeignPicture(html: string, source: PictureSource | null): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('img')].some((picture) => !isOwn(picture, source))
}

function attributesOf({ attrs }: ProseMirrorNode, source: PictureSource | null): Record<string, string> {
  const key = pictureKey(attrs.picture)
  const sides = Object.entries({ width: attrs.width as unknown, height: attrs.height as unknown })
  return {
    alt: typeof attrs.alt === 'string' ? attrs.alt : '',
    ...Object.fromEntries(sides.filter(([, side]) => isSide(side)).map(([name, side]) => [name, String(side)])),
    ...(key !== null && source && { 'data-picture': key, 'data-document': String(source.fileId) }),
  }
}

function isSide(side: unknown): boolean {
  const px = Number(side)
  return side !== null && Number.isInteger(px) && px > 0 && px < 100_000
}

/** The picture, and below it the field of its alternative text, while it is chosen by somebody who may write. */
class PictureView {
  readonly dom = document.createElement('figure')
  private readonly image = document.createElement('img')
  private readonly alt = document.createElement('input')
  private node: ProseMirrorNode

  constructor(
    private readonly props: NodeViewRendererProps,
    private readonly options: Options,
  ) {
    this.node = props.node
    const { t } = options
    this.dom.className = 'document-picture'
    this.dom.dataset.missing = t('document.picture.missing')
    this.image.loading = 'lazy'
    this.image.addEventListener('error', () => this.dom.classList.add('document-picture-missing'))
    this.image.addEventListener('load', () => this.dom.classList.remove('document-picture-missing'))
    // The editor leaves a finger's taps to the browser, which cannot select a picture.
    this.dom.addEventListener('click', ({ target }) => target !== this.alt && this.choose())
    this.alt.className = 'document-alt'
    this.alt.maxLength = ALT_LENGTH
    this.alt.placeholder = t('document.picture.alt')
    this.alt.setAttribute('aria-label', t('document.picture.alt'))
    this.alt.addEventListener('change', () => this.describe())
    this.alt.addEventListener('focus', () => visualViewport?.addEventListener('resize', this.reveal))
    this.alt.addEventListener('blur', () => visualViewport?.removeEventListener('resize', this.reveal))
    this.dom.append(this.image, this.alt)
    this.draw()
  }

  update(node: ProseMirrorNode): boolean {
    if (node.type !== this.node.type) return false
    this.node = node
    this.draw()
    return true
  }

  stopEvent({ target }: Event): boolean {
    return target === this.alt
  }

  ignoreMutation(): boolean {
    return true
  }

  /** The keyboard takes room from the text after the field has got the focus. */
  private readonly reveal = () => requestAnimationFrame(() => this.alt.scrollIntoView({ block: 'nearest' }))

  destroy(): void {
    visualViewport?.removeEventListener('resize', this.reveal)
  }

  private draw(): void {
    const { source } = this.options
    const key = pictureKey(this.node.attrs.picture)
    for (const [name, value] of Object.entries(attributesOf(this.node, source))) this.image.setAttribute(name, value)
    // Others may change the text while somebody describes the picture.
    if (document.activeElement !== this.alt) this.alt.value = this.image.alt
    const address = key !== null && source ? source.addressOf(key) : null
    if (address === null) this.dom.classList.add('document-picture-missing')
    // A newer address of the same picture would load it again.
    else if (!this.image.src.includes(`/${key}?`)) this.image.src = address
  }

  private choose(): void {
    const { editor, getPos } = this.props
    const position = getPos()
    // Without the focus, which would bring the keyboard over the picture.
    if (position !== undefined && editor.isEditable) editor.commands.setNodeSelection(position)
  }

  private describe(): void {
    const position = this.props.getPos()
    const alt = this.alt.value.trim()
    const { view, state } = this.props.editor
    if (position === undefined || alt === this.node.attrs.alt) return
    view.dispatch(state.tr.setNodeAttribute(position, 'alt', alt))
  }
}
