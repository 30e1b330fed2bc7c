/** The sound of a stone that is put on a wooden board. It is computed, so no file is loaded. */
import { useEffect, useRef } from 'preact/hooks';
import { emptyCount, type Position } from '../../rules/index.ts';

const SECONDS = 0.08;
const PITCH = 900;
/** Seconds in which the click and the tone fall to a third. */
const CLICK_FALL = 0.004;
const TONE_FALL = 0.015;

let audio: AudioContext | null = null;

function playStone(): void {
  audio ??= new AudioContext();
  const { sampleRate } = audio;
  const buffer = audio.createBuffer(1, Math.ceil(SECONDS * sampleRate), sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    const at = i / sampleRate;
    const click = (2 * Math.random() - 1) * Math.exp(-at / CLICK_FALL);
    samples[i] = 0.4 * click + 0.3 * Math.sin(2 * Math.PI * PITCH * at) * Math.exp(-at / TONE_FALL);
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(audio.destination);
  source.start();
}

/** Plays it when a move, or a move and the reply to it, has come onto the board. */
export function useStoneSound(isOn: boolean, position: Position): void {
  const { cells } = position;
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (!isOn) {
      before.current = null;
      return;
    }
    const stones = cells.length - emptyCount(position);
    const more = stones - (before.current ?? stones);
    if (more === 1 || more === 2) playStone();
    before.current = stones;
  }, [isOn, cells]);
}
