/** The sounds of the games, made here from a few tones; there are no recordings to fetch. */
export type Sound = 'bet' | 'step' | 'rest' | 'paid' | 'start'

interface Tone {
  /** Hertz at the start and at the end. */
  from: number
  to?: number
  atMs?: number
  ms: number
  loud: number
  wave?: OscillatorType
}

/** A round that brought less than its stake, or nothing, ends with one low knock: only a gain sounds like one. */
const sounds: Record<Sound, Tone[]> = {
  bet: [{ from: 320, to: 240, ms: 70, loud: 0.1 }],
  step: [{ from: 520, to: 560, ms: 60, loud: 0.07 }],
  start: [{ from: 160, to: 260, ms: 420, loud: 0.08, wave: 'triangle' }],
  rest: [{ from: 150, to: 105, ms: 170, loud: 0.1 }],
  paid: [
    { from: 392, ms: 220, loud: 0.09 },
    { from: 587, atMs: 110, ms: 360, loud: 0.09 },
  ],
}

/** Opens the browser's audio; call it from a tap or a key, or the browser keeps it silent. */
export function openSynth(): (sound: Sound) => void {
  const audio = new AudioContext()
  return (sound) => {
    if (audio.state === 'suspended') void audio.resume()
    for (const { from, to = from, atMs = 0, ms, loud, wave = 'sine' } of sounds[sound]) {
      const start = audio.currentTime + atMs / 1000
      const end = start + ms / 1000
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.type = wave
      tone.frequency.setValueAtTime(from, start)
      tone.frequency.exponentialRampToValueAtTime(to, end)
      // It swells and fades, since a tone that is cut clicks.
      volume.gain.setValueAtTime(0.0001, start)
      volume.gain.exponentialRampToValueAtTime(loud, start + 0.012)
      volume.gain.exponentialRampToValueAtTime(0.0001, end)
      tone.connect(volume).connect(audio.destination)
      tone.start(start)
      tone.stop(end)
    }
  }
}
