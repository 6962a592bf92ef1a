import { useEffect } from 'react'
import { useResult } from './door-result.ts'
import { resultWords } from './door-words.ts'

/**
 * Each tone as hertz, and a vibration's pulses in milliseconds. They differ for ears and fingers, because
 * some people can't see the color.
 */
const signals = {
  good: { tones: [880, 1320], pulses: [80] },
  warn: { tones: [660, 660], pulses: [80, 80, 80] },
  bad: { tones: [220, 165], pulses: [300, 100, 300] },
  plain: { tones: [440], pulses: [40] },
}
const toneSeconds = 0.14

let audio: AudioContext | undefined

/** Makes a sound and a vibration for each result. */
export function useSignals(): void {
  useEffect(
    () =>
      useResult.subscribe(({ result, count }, before) => {
        if (!result || count === before.count) return
        const { tones, pulses } = signals[resultWords(result).tone]
        playTones(tones)
        navigator.vibrate?.(pulses)
      }),
    [],
  )
}

function playTones(tones: number[]) {
  audio ??= new AudioContext()
  // Browsers keep it silent until somebody touches the page.
  void audio.resume()
  for (const [place, frequency] of tones.entries()) {
    const begin = audio.currentTime + place * toneSeconds
    const tone = new OscillatorNode(audio, { frequency })
    const loudness = new GainNode(audio, { gain: 0.25 })
    loudness.gain.setTargetAtTime(0, begin + toneSeconds * 0.6, 0.02)
    tone.connect(loudness).connect(audio.destination)
    tone.start(begin)
    tone.stop(begin + toneSeconds)
  }
}
