const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])

/** Returns the address at which a YouTube video plays without cookies; undefined if it is no YouTube video. */
export function embeddedVideo(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  const [, first = '', second = ''] = url.pathname.split('/')
  const isPlayer = hosts.has(url.hostname)
  const id =
    url.hostname === 'youtu.be'
      ? first
      : isPlayer && first === 'watch'
        ? url.searchParams.get('v')
        : isPlayer && ['embed', 'live', 'shorts'].includes(first)
          ? second
          : undefined
  return id && /^[\w-]{11}$/.test(id)
    ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`
    : undefined
}
