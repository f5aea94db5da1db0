import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { addressShown } from "@/address/link";
import { useLoginMutation } from "@/api/generated";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { useTitle } from "@/kit/use-title";
import { useAppDispatch } from "@/lib/state/hooks";
import styles from "../access.module.css";
import { useAttempt } from "../attempt";
import { courseUrl } from "../return-url";
import { WRONG_PASSWORD } from "../words";
import { signIn } from "./entry";
import { keptAddress } from "./requested-address";

const WRONG = { 401: WRONG_PASSWORD };

export function LoginPage() {
  useTitle("Sign in");
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [login] = useLoginMutation();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const { attempt, isHeld, told } = useAttempt(WRONG);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await attempt(login({ loginRequest: { username, password } }));
    if (!data) return setPassword("");
    await dispatch(signIn(data));
    const address = keptAddress() ?? "/";
    const { search } = new URL(address, location.origin);
    if (search !== "") dispatch(addressShown(search));
    void navigate(address, { replace: true });
  };
  return (
    <main className={styles.centre}>
      <form className={styles.panel} onSubmit={(event) => void submit(event)}>
        <h1>Sign in</h1>
        <label>
          Username
          <TextField
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </label>
        <label>
          Password
          <TextField
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        {told}
        <div className={styles.ways}>
          <Button type="submit" look="primary" disabled={isHeld || !username || !password}>
            Sign in
          </Button>
          <Button href={courseUrl()} target="_top">
            Return to Course
          </Button>
        </div>
      </form>
    </main>
  );
}
