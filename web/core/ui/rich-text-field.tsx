import '@mantine/tiptap/styles.layer.css'
import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { richTextLink } from '#contract/core/rich-text.ts'
import styles from './rich-text-field.module.css'

interface Props {
  label: string
  value?: string
  onChange: (value: string) => void
  description?: ReactNode
  error?: ReactNode
}

/** The editor writes only the tags that the contract allows. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => richTextLink.test(address ?? ''),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
]

export function RichTextField({ label, value = '', onChange, description, error }: Props) {
  const id = useId()
  const written = useRef(value)
  const editor = useEditor({
    extensions,
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id },
    },
    onUpdate: ({ editor }) => {
      written.current = editor.isEmpty ? '' : editor.getHTML()
      onChange(written.current)
    },
  })
  // The form replaces the text when another person saved one. The layout effect runs before the next key
  // press.
  useLayoutEffect(() => {
    if (value === written.current) return
    written.current = value
    editor?.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <Input.Wrapper
      label={<span id={id}>{label}</span>}
      labelElement="div"
      description={description}
      error={error}
    >
      <RichTextEditor editor={editor} className={styles.editor ?? ''} variant="subtle">
        <RichTextEditor.Toolbar className={styles.toolbar ?? ''}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H3 />
            <RichTextEditor.H4 />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}
