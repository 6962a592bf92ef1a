import { ExternalLink, Play } from 'lucide-react'
import { useState } from 'react'
import styles from './video-player.module.css'
import { embeddedVideo } from './youtube.ts'

interface Props {
  title: string
  url: string
  /** A picture from the portal: the page loads nothing from other sites before a click. */
  poster: string | null
}

/** Plays a YouTube video in the page. Another video opens in a new tab. */
export function VideoPlayer({ title, url, poster }: Props) {
  const [isPlaying, setPlaying] = useState(false)
  const embedded = embeddedVideo(url)
  const picture = (
    <>
      {poster && <img src={poster} alt="" loading="lazy" />}
      <span className={styles.play}>{embedded ? <Play size={22} /> : <ExternalLink size={20} />}</span>
    </>
  )
  if (!embedded) {
    return (
      <a
        className={`card ${styles.frame}`}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Watch ${title} in a new tab`}
      >
        {picture}
      </a>
    )
  }
  if (!isPlaying) {
    return (
      <button
        type="button"
        className={`card ${styles.frame}`}
        aria-label={`Play ${title}`}
        onClick={() => setPlaying(true)}
      >
        {picture}
      </button>
    )
  }
  return (
    <iframe
      className={`card ${styles.frame}`}
      ref={(frame) => frame?.focus()}
      src={embedded}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // YouTube plays only for a page that names its origin.
      referrerPolicy="strict-origin-when-cross-origin"
      allowFullScreen
    />
  )
}
