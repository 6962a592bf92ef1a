import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#eef4fb',
  '#d9e6f4',
  '#b3cde9',
  '#86afdb',
  '#5a8fca',
  '#3a73b5',
  '#1f5796',
  '#194a82',
  '#123a68',
  '#0b2545',
]

// Components are named, not imported: an import would add each to the first page.
export const theme: MantineThemeOverride = {
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 6,
  black: '#0f1b2d',
  defaultRadius: 8,
  fontFamily: "'Inter Variable', 'Inter fallback', system-ui, sans-serif",
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.75rem' }, h2: { fontSize: '1.25rem' }, h3: { fontSize: '1.0625rem' } },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Alert: { defaultProps: { variant: 'light' } },
    // A badge whose text is cut off says nothing.
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600, miw: 'max-content' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
    List: { defaultProps: { listStyleType: 'disc' } },
    MenuDivider: { defaultProps: { role: 'separator' } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.45, color: '#0b2545' },
      },
    },
    ModalHeader: { defaultProps: { role: 'none' } },
    Portal: { defaultProps: { target: '#overlays' } },
    Paper: { defaultProps: { withBorder: true } },
  },
}

/** Mantine's grays are too pale for text. These reach a contrast of 4.5:1 on white and on the page's gray. */
export const cssVariables: CSSVariablesResolver = () => ({
  // Mantine's 12 px are hard to read.
  variables: { '--input-description-size': '0.8125rem' },
  light: {
    '--mantine-color-dimmed': '#4a5565',
    '--mantine-color-placeholder': '#5b6675',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#cbd5e1',
    '--mantine-color-disabled-color': '#67717f',
    '--mantine-color-red-filled': '#c42b2b',
    '--mantine-color-red-filled-hover': '#a82222',
    '--mantine-color-teal-filled': '#0a6e54',
    '--mantine-color-teal-light': 'var(--good-soft)',
    ...Object.fromEntries(
      ['brand', 'teal', 'red', 'violet', 'yellow', 'orange', 'green', 'gray'].map((color) => [
        `--mantine-color-${color}-light-color`,
        `var(--mantine-color-${color}-9)`,
      ]),
    ),
    // The darkest shades of these two are not dark enough.
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#8a3600',
  },
  dark: {},
})
